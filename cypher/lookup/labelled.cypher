// The entities and predicates that have a label in one language.
//
// params:  $language: str
// columns: entity: iri

MATCH (entity)
WHERE entity['label_' + $language] IS NOT NULL
  AND entity:Entity  // for speed alone
RETURN entity.iri AS entity
