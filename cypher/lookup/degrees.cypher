// The degree of each entity: its distinct facts as subject or object, a self-loop once.
//
// params:  $entities: iri*
// columns: entity: iri, degree: int

MATCH (entity)-[r]-(other)
WHERE entity.iri IN $entities
  AND entity:Entity  // for speed alone
  AND NOT other:Mention
RETURN entity.iri AS entity, count(r) AS degree
