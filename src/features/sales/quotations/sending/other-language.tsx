import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { QuotationDocument } from '@/documents/paper/source'
import { languageOfText } from '@/shared/domain/texts/language-of-text'
import { type Language, languageLabel } from '@/shared/domain/texts/languages'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'

type Written = Pick<QuotationDocument, 'terms' | 'client_note'> & { language: Language }

/** Texts of the office on the paper that seem to be in another language than the paper. They go out as they are written. */
export function OtherLanguage({ id, of: { language, terms, client_note } }: { id: string; of: Written }) {
  const { role } = useRights()
  const texts = [
    { what: 'The terms seem', text: terms },
    { what: 'The note seems', text: client_note },
  ].flatMap(({ what, text }) => {
    const found = languageOfText(text ?? '')
    return found === null || found === language ? [] : [`${what} to be in ${languageLabel(found)}.`]
  })
  if (texts.length === 0) return null
  return (
    <Alert color="yellow" role="status" title={`This paper is in ${languageLabel(language)}`}>
      <Stack gap="xs">
        <Text size="sm">{`${texts.join(' ')} The client reads it as it is written.`}</Text>
        <Group gap="md">
          <Anchor size="sm" component={Link} to={`${linkTo('/quotations/:id', { id })}?dialog=quotation.edit`}>
            Change the text of this quotation
          </Anchor>
          {role === 'admin' ? (
            <Anchor size="sm" component={Link} to={`${linkTo('/settings/company')}#terms-heading`}>
              Write terms in {languageLabel(language)}
            </Anchor>
          ) : null}
        </Group>
      </Stack>
    </Alert>
  )
}
