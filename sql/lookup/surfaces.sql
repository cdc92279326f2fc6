-- Where sentences name each entity: the sentence, and the span in its characters.
--
-- params:  $entities: iri*
-- columns: entity: iri, sentence: iri, text: str, start: int, end: int

SELECT DISTINCT spans.entity, spans.sentence, said.text, spans.start, spans.end
FROM (
  SELECT s AS entity, sentence, subject_start AS start, subject_end AS end
  FROM mentions
  WHERE s IN ($entities)
    AND subject_start IS NOT NULL
  UNION ALL
  SELECT o AS entity, sentence, object_start AS start, object_end AS end
  FROM mentions
  WHERE o IN ($entities)
    AND object_start IS NOT NULL
) AS spans
JOIN sentences AS said ON said.id = spans.sentence
