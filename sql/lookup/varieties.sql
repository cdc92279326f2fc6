-- The entities and predicates that have a label in a variety of one language: en-gb of en, zh-hant
-- of zh.
--
-- params:  $language: str
-- columns: entity: iri

SELECT DISTINCT entity
FROM labels
WHERE kind = 'label' AND language LIKE CONCAT($language, '-%')
