"""Plots the result of a run.

    python benchmarks/run.py --json > figures.json
    python benchmarks/plot.py figures.json

Left: latency of an exact answer against the size of the frontier, one point per board. Right: valid boards per second
against the share of safe cells opened. Needs matplotlib.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

COLOURS = {"frontier": "tab:blue", "scattered": "tab:orange", "isolated": "tab:green", "lattice": "tab:red"}


def draw_latency(axes: Axes, rows: list[dict[str, Any]]) -> None:
    for opened, colour in COLOURS.items():
        points = [point for row in rows if row["opened"] == opened for point in row["points"]]
        if points:
            axes.scatter(*zip(*points, strict=True), s=4, alpha=0.5, color=colour, label=opened)
    axes.set(
        xscale="log", yscale="log", xlabel="boxes (groups of equivalent cells next to numbers)", ylabel="microseconds"
    )
    axes.set_title("Exact mine probabilities through C")
    axes.legend(title="opened")


def draw_rates(axes: Axes, rows: list[dict[str, Any]]) -> None:
    boards = list(dict.fromkeys(row["board"] for row in rows))
    for style, board in zip(("-", "--", ":"), boards, strict=False):
        some = [row for row in rows if row["board"] == board]
        for kernel in some[0]["one_thread"]:
            rates = [row["one_thread"][kernel] for row in some]
            axes.plot([row["share"] for row in some], rates, style, marker="o", markersize=3, label=f"{board} {kernel}")
    axes.set(yscale="log", xlabel="share of safe cells opened", ylabel="valid boards per second")
    axes.set_title("Sampling with both tallies, one thread")
    axes.legend(fontsize="x-small", ncols=2)


def main() -> None:
    parser = argparse.ArgumentParser(description="Plot the result of a benchmark run.")
    parser.add_argument("figures", help="output of run.py --json")
    parser.add_argument("picture", nargs="?", default="figures.png", help="image to write (default: figures.png)")
    arguments = parser.parse_args()
    with open(arguments.figures) as file:
        result = json.load(file)
    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5), layout="constrained")
    if result.get("latency"):
        draw_latency(left, result["latency"]["rows"])
    if result.get("kernels"):
        draw_rates(right, result["kernels"]["rows"])
    figure.suptitle(f"minesweeper-core {result['version']} on {result['processor']}")
    figure.savefig(arguments.picture, dpi=120)


if __name__ == "__main__":
    main()
