// The entities among the facts' subjects and objects that have no label in one language.
//
// params:  $language: str
// columns: found: iri

MATCH (s:Entity)-[]->(o)
UNWIND [s, o] AS found
WITH DISTINCT found
WHERE found:Entity AND found['label_' + $language] IS NULL
RETURN found.iri AS found
