// The entities among the facts' subjects and objects that have no label or alias in one language,
// as text: they are many, and an engine that numbers terms would be asked for each.
//
// params:  $language: str
// columns: found: str

MATCH (s:Entity)-[]->(o)
UNWIND [s, o] AS found
WITH DISTINCT found
WHERE found:Entity
  AND found['label_' + $language] IS NULL
  AND found['alias_' + $language] IS NULL
RETURN found.iri AS found
