"""Runs the benchmarks: ``python benchmarks/run.py``. README.md describes what each measures."""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path
from typing import Any

import exact
import generate
import kernels
import latency
import metrics
import sampler

import minesweeper_core as mc

# Exact: positions per row, and the time limit per position in seconds. Sampler and kernels: positions per row, and
# milliseconds of sampling per position. Generate: boards of ms_toollib per round. Metrics: boards per row, and rounds.
FULL = ((400, 10.0), (40, 100), 100, (3000, 15))
QUICK = ((40, 2.0), (5, 50), 20, (1000, 5))
SMOKE = ((20, 0.5), (1, 2), 1, (20, 1))
PARTS = ("exact", "latency", "sampler", "kernels", "generate", "metrics")


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(description="Benchmark minesweeper_core, with ms_toollib for comparison.")
    parser.add_argument(
        "part", nargs="?", choices=[*PARTS, "all"], default="all", help="what to measure (default: all)"
    )
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--quick", action="store_true", help="fewer boards, for a rough result")
    amount.add_argument("--smoke", action="store_true", help="very few boards, to test that the benchmarks run")
    parser.add_argument("--seed", type=int, default=1, help="seed of the positions (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    arguments = parser.parse_args()
    for_exact, for_sampler, for_generate, for_metrics = QUICK if arguments.quick else SMOKE if arguments.smoke else FULL
    show = not arguments.json

    result: dict[str, Any] = {
        "version": mc.__version__,
        "processor": processor(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "kernel": mc.simd_name(),
        "seed": arguments.seed,
    }
    if show:
        print(", ".join(f"{key} {value}" for key, value in result.items()))
    if arguments.part in ("exact", "all"):
        result["exact"] = exact.run(*for_exact, arguments.seed, show)
    if arguments.part in ("latency", "all"):
        result["latency"] = latency.run(for_exact[0], arguments.seed, show)
    if arguments.part in ("sampler", "all"):
        result["sampler"] = sampler.run(*for_sampler, arguments.seed, show)
    if arguments.part in ("kernels", "all"):
        result["kernels"] = kernels.run(*for_sampler, arguments.seed, show)
    if arguments.part in ("generate", "all"):
        result["generate"] = generate.run(for_generate, arguments.seed, show)
    if arguments.part in ("metrics", "all"):
        result["metrics"] = metrics.run(*for_metrics, arguments.seed, show)
    if arguments.json:
        print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
