// Every label, alias and description, in all languages.
//
// columns: entity: iri, language: str, kind: str, text: str

MATCH (n)
WHERE n:Entity  // for speed alone
UNWIND ['label', 'alias', 'description'] AS kind
UNWIND keys(n) AS key
WITH n, kind, key
WHERE key STARTS WITH kind + '_'
UNWIND n[key] AS text
RETURN n.iri AS entity, substring(key, size(kind) + 1) AS language, kind, text
