// The entities and predicates that have a label in one language.
//
// params:  $language: str
// columns: entity: iri

MATCH (entity)
WHERE entity:Entity  // for speed alone
  AND entity['label_' + $language] IS NOT NULL
RETURN entity.iri AS entity
