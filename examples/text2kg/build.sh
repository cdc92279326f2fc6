#!/usr/bin/env bash
# Ontologies against texts, from published data, in one folder:
#   examples/text2kg/build.sh OUT DATA [PART …]
# DATA holds text2kgbench/, webnlg/, trex/, rebel/, lama/TREx/ and wikidata/ as they are published.
# $KGFORGE is the command (kgforge), $PYTHON the Python that has it (python3), $ROUNDS how long the
# model is trained. PARTs are of 1, 2 and 3; all if none is named. What OUT holds of an earlier
# build of them is replaced.
set -euo pipefail
if (($# < 2)); then
    sed -n '2,7s/^# *//p' "$0" >&2
    exit 2
fi
out=$1 data=$2 here=$(dirname "$0")
shift 2
parts=" ${*:-1 2 3} "
read -ra kgforge <<<"${KGFORGE:-kgforge}"
read -ra python <<<"${PYTHON:-python3}"
published=$data/text2kgbench
webnlg=("$data"/webnlg/*/3triples)

mkdir -p "$out"

# 1. WebNLG by all nineteen ontologies of DBpedia, nothing cut, against what is published.
if [[ $parts == *" 1 "* ]]; then
    rm -rf "$out/webnlg.db"
    ontologies=()
    for file in "$published"/dbpedia_webnlg/ontologies/*.json; do ontologies+=(--ontology "$file"); done
    "${kgforge[@]}" load "webnlg:${webnlg[0]}" --store "duckdb:$out/webnlg.db"
    "${kgforge[@]}" mine alignment --store "duckdb:$out/webnlg.db" --out "$out/webnlg" --force \
        "${ontologies[@]}" --param most=100000
    "${python[@]}" "$here/recall.py" "$out/webnlg" "${webnlg[0]}" "$published/dbpedia_webnlg" \
        >"$out/recall.txt"
fi

# 2. T-REx, REBEL and LAMA by one ontology of Wikidata, with and without types of its graph.
if [[ $parts == *" 2 "* ]]; then
    rm -rf "$out"/{un,}typed.db
    music=$published/wikidata_tekgen/ontologies/2_music_ontology.json
    texts=("trex:$data/trex/sample-output.json" "rebel:$data/rebel" "lama:$data/lama/TREx")
    known=(--types-from "tsv:$data/wikidata/triples.tsv.gz")
    "${kgforge[@]}" load "${texts[@]}" --store "duckdb:$out/untyped.db"
    "${kgforge[@]}" load "${texts[@]}" "${known[@]}" --store "duckdb:$out/typed.db"
    for graph in untyped typed; do
        for types in open strict; do
            "${kgforge[@]}" mine alignment --store "duckdb:$out/$graph.db" --force \
                --out "$out/music-$graph-$types" --ontology "$music" \
                --param most=100000 --param types="$types"
        done
    done
fi

# 3. A tiny model, trained on occupations of one split, and asked about another and about names
#    that nobody has.
if [[ $parts == *" 3 "* ]]; then
    rm -rf "$out"/{occupations.db,tiny,run}
    sport=$published/wikidata_tekgen/ontologies/3_sport_ontology.json
    "${kgforge[@]}" load "lama:$data/lama/TREx/P106.jsonl.gz" --store "duckdb:$out/occupations.db"
    "${kgforge[@]}" mine alignment --store "duckdb:$out/occupations.db" --out "$out/occupations" \
        --force --ontology "$sport" --param most=100000
    "${kgforge[@]}" export "$out/occupations" --out "$out/bench" --split random:80/20 --unseen --force
    "${python[@]}" "$here/train.py" "$out/bench" "$out/tiny" ${ROUNDS:+"$ROUNDS"}
    "${kgforge[@]}" probe "$out/bench" --model "seq2seq:$out/tiny" --out "$out/run" \
        --max-new-tokens 40
    "${kgforge[@]}" report "$out/run" --out "$out/report.html"
fi
