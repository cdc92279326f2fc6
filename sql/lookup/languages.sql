-- How many entities and predicates have a label in each language.
--
-- columns: language: str, count: int

SELECT language, COUNT(DISTINCT entity) AS count
FROM labels
WHERE kind = 'label'
GROUP BY language
