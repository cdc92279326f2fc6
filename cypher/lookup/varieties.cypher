// The entities and predicates that have a label in a variety of one language: en-gb of en, zh-hant
// of zh.
//
// params:  $language: str
// columns: entity: iri

MATCH (entity)
WHERE any(key IN keys(entity) WHERE key STARTS WITH 'label_' + $language + '-')
  AND entity:Entity  // for speed alone
RETURN entity.iri AS entity
