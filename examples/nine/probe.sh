#!/usr/bin/env bash
# A list of models on a benchmark, a run each, and one report of all:
#   examples/nine/probe.sh BENCH MODELS OUT [OPTION…]
# MODELS is a file with an address on each line (# begins a comment); the options are those of
# kgforge probe. A run that was stopped goes on. $KGFORGE is the command (kgforge).
set -euo pipefail
if (($# < 3)); then
    sed -n '2,5s/^# *//p' "$0" >&2
    exit 2
fi
bench=$1 models=$2 out=$3
read -ra kgforge <<<"${KGFORGE:-kgforge}"

mkdir -p "$out"
runs=()
while read -r model; do
    model=${model%%#*}
    model=${model%"${model##*[![:space:]]}"}
    [[ -n $model ]] || continue
    run=$out/${model//[^A-Za-z0-9._-]/-}
    "${kgforge[@]}" probe "$bench" --model "$model" --out "$run" "${@:4}" </dev/null
    runs+=("$run")
done <"$models"
if ((${#runs[@]} == 0)); then
    echo "$models names no model: an address on each line, as in masked:bert-base-uncased" >&2
    exit 1
fi
"${kgforge[@]}" report "${runs[@]}" --out "$out/report.html"
