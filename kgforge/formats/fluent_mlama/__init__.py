"""Fluent-mLAMA's layout: facts of mLAMA in up to three wordings of each language.

A data set is a folder of tables, or the zip archive of one: ``fixed_data.zip``, with a file
``LANGUAGE_RELATION_….tsv`` for each language and relation. A line is a fact: its ids and labels
(``sub_uri``, ``sub_label``, ``obj_uri``, ``obj_label``), other names of its object (``aliases``,
parted by ``|||``), and for each wording a sentence, the same up to the object, and the object as
the sentence inflects it:

=======================  =======================  =======================  =======================
wording                  sentence                 up to the object         object
=======================  =======================  =======================  =======================
of templates             ``template``             ``template_prompt``      ``obj_label``
``translation``          ``gt_translation``       ``gt_prompt``            ``gt_infl_object``
``llm_translation``      ``chatgpt_translation``  ``chatgpt_prompt``       ``chatgpt_infl_object``
=======================  =======================  =======================  =======================

Where the object was not found in a sentence, ``ERROR`` stands in its place. The published ranks
(``stats/``) are the same tables, named ``LANGUAGE_RELATION_WORDINGS.tsv``, with ``…_true_ranks``
for each wording: the rank of each form of the object among the candidates.

How candidates are chosen: ``pools``; which facts and relations the published tables are of:
``published``. Source: *Measuring the Effect of Disfluency in Multilingual Knowledge Probing
Benchmarks* (EMNLP 2025), and its programs ``processor.py`` and ``stats.py``.
"""

from kgforge.formats.fluent_mlama.importing import read_items, read_legacy
from kgforge.formats.fluent_mlama.layout import recognises
from kgforge.formats.fluent_mlama.published import ranks

__all__ = ["ranks", "read_items", "read_legacy", "recognises"]
