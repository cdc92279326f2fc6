"""The version of the folders that kgforge writes."""

FORMAT = 1
"""Version of the file formats, written into every manifest, ``mining.json`` and ``run.json``."""
