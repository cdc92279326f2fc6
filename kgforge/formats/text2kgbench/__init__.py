"""Text2KGBench's layout: a folder of ontologies, sentences with triples, and systems' outputs.

``ontologies/N_NAME_ontology.json`` (compact) and ``ontologies/owl/ont_N_NAME.ttl``; in ``train/``,
``validation/``, ``test/`` and ``ground_truth/`` the files ``ont_N_NAME_SPLIT.jsonl``. A line has
``id``, ``sent`` and ``triples`` (``sub``, ``rel``, ``obj``), or one triple as ``sub_label``,
``rel_label``, ``obj_label`` with ids of Wikidata as ``sub``, ``rel``, ``obj``; ``test/`` has none.
Sentences of invented facts are in ``unseen_sentences/``. A system's outputs are a folder of
``.jsonl`` of any name, with ``id``, ``response`` and the ``triples`` that were taken from it, in
lists, or with triples as the data set's own lines have them.
Source: Mihindukulasooriya et al. 2023, *Text2KGBench*, and its data.
"""

from kgforge.formats.text2kgbench.importing import read_items
from kgforge.formats.text2kgbench.putting import write_items
from kgforge.formats.text2kgbench.reading import answers, read
from kgforge.formats.text2kgbench.rewriting import rewrite

__all__ = ["answers", "read", "read_items", "rewrite", "write_items"]
