// Labels, aliases and descriptions of entities or predicates in one language, and those that
// Wikidata keeps for all languages at once (mul).
//
// params:  $entities: iri*, $language: str
// columns: entity: iri, language: str, kind: str, text: str

MATCH (entity)
WHERE entity.iri IN $entities
  AND entity:Entity  // for speed alone
UNWIND [$language, 'mul'] AS language
UNWIND ['label', 'alias', 'description'] AS kind
UNWIND entity[kind + '_' + language] AS text
RETURN DISTINCT entity.iri AS entity, language, kind, text
