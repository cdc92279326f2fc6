// Where sentences name each entity: the sentence, and the span in its characters.
//
// params:  $entities: iri*
// columns: entity: iri, sentence: iri, text: str, start: int, end: int

CALL () {
  MATCH (mention)-[:SUBJECT]->(entity)
  WHERE entity.iri IN $entities
    AND entity:Entity  // for speed alone
    AND mention.subject_start IS NOT NULL
  RETURN mention, entity, mention.subject_start AS start, mention.subject_end AS end
  UNION ALL
  MATCH (mention)-[:OBJECT]->(entity)
  WHERE entity.iri IN $entities
    AND entity:Entity  // for speed alone
    AND mention.object_start IS NOT NULL
  RETURN mention, entity, mention.object_start AS start, mention.object_end AS end
}
MATCH (mention)-[:EXPRESSED_IN]->(sentence)
RETURN DISTINCT entity.iri AS entity, sentence.id AS sentence, sentence.text AS text, start, end
