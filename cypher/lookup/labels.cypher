// Labels, aliases and descriptions of entities or predicates in one language and its varieties
// (en-gb of en), and those that Wikidata keeps for all languages at once (mul).
//
// params:  $entities: iri*, $language: str
// columns: entity: iri, language: str, kind: str, text: str

MATCH (entity)
WHERE entity.iri IN $entities
  AND entity:Entity  // for speed alone
UNWIND ['label', 'alias', 'description'] AS kind
UNWIND keys(entity) AS key
WITH entity, kind, key, substring(key, size(kind) + 1) AS language
WHERE key STARTS WITH kind + '_'
  AND (language IN [$language, 'mul'] OR language STARTS WITH $language + '-')
UNWIND entity[key] AS text
RETURN entity.iri AS entity, language, kind, text
