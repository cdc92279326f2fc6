// The subjects and objects of the facts that have no label in one language, all literals among
// them.
//
// params:  $language: str
// columns: found: term

MATCH (s:Entity)-[]->(o)
UNWIND [s, o] AS found
WITH DISTINCT found
WHERE found['label_' + $language] IS NULL
RETURN coalesce(found.iri, found.term) AS found
