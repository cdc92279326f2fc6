"""ParaRel: the facts of LAMA's T-REx, each in all the patterns of its relation.

The layout is that of ``data/`` of https://github.com/yanaiela/pararel, of Elazar et al. 2021,
*Measuring and Improving Consistency in Pretrained Language Models*.
"""

from kgforge.formats.pararel.importing import read_items, read_legacy

__all__ = ["read_items", "read_legacy"]
