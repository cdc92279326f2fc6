-- Every label in one language and its varieties (en-gb of en), and those for all languages (mul).
--
-- params:  $language: str
-- columns: entity: iri, language: str, text: str

SELECT entity, language, text
FROM labels
WHERE kind = 'label'
  AND (language IN ($language, 'mul') OR language LIKE CONCAT($language, '-%'))
