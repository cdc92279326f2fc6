-- The entities among the facts' subjects and objects that have no label in one language.
--
-- params:  $language: str
-- columns: found: iri

SELECT ends.found
FROM (SELECT s AS found FROM facts UNION SELECT o FROM facts WHERE o > 0) AS ends
WHERE ends.found NOT IN (
  SELECT entity FROM labels WHERE kind = 'label' AND language = $language
)
