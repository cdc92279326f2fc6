"""Turn a knowledge graph into benchmarks for language models, and score models on them."""

__version__ = "0.1.0"
