// Labels, aliases and descriptions of entities or predicates in one language.
//
// params:  $entities: iri*, $language: str
// columns: entity: iri, kind: str, text: str

MATCH (entity)
WHERE entity.iri IN $entities
  AND entity:Entity  // for speed alone
UNWIND ['label', 'alias', 'description'] AS kind
UNWIND entity[kind + '_' + $language] AS text
RETURN entity.iri AS entity, kind, text
