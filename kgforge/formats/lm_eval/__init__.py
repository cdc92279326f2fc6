"""lm-eval (EleutherAI's harness): a folder of tasks, each a YAML file and its JSON lines.

Candidates of a statement with a slot are ranked as whole statements, which is the method
``ranking`` of causal models. Letters, *true* and *false* are scored given what stands before them,
as ``probe`` does it. A short answer is generated, and compared with every accepted name.
"""

from kgforge.formats.lm_eval.writing import write_items

__all__ = ["write_items"]
