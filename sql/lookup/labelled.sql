-- The entities and predicates that have a label in one language.
--
-- params:  $language: str
-- columns: entity: iri

SELECT DISTINCT entity FROM labels WHERE kind = 'label' AND language = $language
