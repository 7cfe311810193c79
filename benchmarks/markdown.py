"""Turns the result of a run into the tables of README.md: ``run.py --json | markdown.py``."""

from __future__ import annotations

import json
import sys
from typing import Any


def time_text(side: dict[str, Any]) -> str:
    """Median, 99th percentile and maximum; lower bounds if boards failed."""
    parts = []
    for key in ("median_us", "p99_us", "max_us"):
        us = side[key]
        parts.append(f"{us:.0f} µs" if us < 1e3 else f"{us / 1e3:.1f} ms" if us < 1e6 else f"{us / 1e6:.1f} s")
    failed = f" ({side['failed']} failed)" if side["failed"] else ""
    return " / ".join(parts) + failed


def exact_table(rows: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| board | opened | boards | this library: median / p99 / max | ms_toollib | ratio of medians |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        if row["opened"] in ("scattered", "as in play") and row["share"] != "all":
            continue
        opened = row["opened"] if row["share"] == "all" else f"{row['opened']}, {row['share']}"
        bound = "over " if row["ratio_is_lower_bound"] else ""
        lines.append(
            f"| {row['board']} | {opened} | {row['boards']} | {time_text(row['ours'])} | {time_text(row['peer'])} "
            f"| {bound}{row['ratio']:.0f} |"
        )
    return lines


def sampler_table(rows: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| board | opened as in play | one thread: median | lowest | two threads |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        one, lowest, two = (row[key] / 1e6 for key in ("one_thread", "one_thread_lowest", "two_threads"))
        lines.append(f"| {row['board']} | {row['share']:.0%} | {one:.1f} | {lowest:.1f} | {two:.1f} |")
    return lines


def metrics_table(rows: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| board | metric | ms_toollib | one board per call in Python | ratio | many boards, one thread | ratio |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        singly = "| |"
        if row["python_us"] is not None:
            singly = f"| {row['python_us']:.2f} µs | {row['ratio_python']:.0f}"
        lines.append(
            f"| {row['board']} | {row['metric']} | {row['peer_us']:.1f} µs {singly} "
            f"| {row['one_thread_us']:.2f} µs | {row['ratio_one_thread']:.0f} |"
        )
    return lines


def generate_table(tables: dict[str, list[dict[str, Any]]]) -> list[str]:
    lines = [
        "| board | new boards | this library | ms_toollib | ratio |",
        "|---|---|---|---|---|",
    ]

    def add(row: dict[str, Any], what: str, ours: str, ratio: str) -> None:
        lines.append(
            f"| {row['board']} | {what} | {time_text_us(row[ours])} | {time_text_us(row['peer_us'])} "
            f"| {row[ratio]:.{0 if row[ratio] >= 10 else 1}f} |"
        )

    for row in tables["random"]:
        add(row, "random, many per call", "ours_us", "ratio")
        add(row, "random, one per call", "ours_singly_us", "ratio_singly")
    for row in tables["no_guess"]:
        add(row, "no guess, by rejection", "ours_us", "ratio")
        add(row, "no guess, by repair", "repair_us", "ratio_repair")
    return lines


def time_text_us(us: float) -> str:
    return f"{us:.2f} µs" if us < 10 else f"{us:.0f} µs" if us < 1000 else f"{us / 1000:.1f} ms"


def main() -> None:
    result = json.load(sys.stdin)
    print(
        f"Version {result['version']}, kernel `{result['kernel']}`, {result['processor']} with {result['processors']} "
        f"processors, Python {result['python']}.\n"
    )
    if "exact" in result:
        print("\n".join(exact_table(result["exact"])) + "\n")
    if "generate" in result:
        print("\n".join(generate_table(result["generate"])) + "\n")
    if "metrics" in result:
        print("\n".join(metrics_table(result["metrics"])) + "\n")
    if "sampler" in result:
        copy, words = ([row[key] for row in result["sampler"]] for key in ("copy_gb_s", "generator_m_s"))
        print("\n".join(sampler_table(result["sampler"])) + "\n")
        print(
            f"Million valid boards per second. In the same run one thread copied {min(copy):.0f} to {max(copy):.0f} "
            f"GB/s and drew {min(words):.0f} to {max(words):.0f} million 64-bit words per second with NumPy's PCG64."
        )


if __name__ == "__main__":
    main()
