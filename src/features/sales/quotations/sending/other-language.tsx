import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { QuotationDocument } from '@/documents/paper/source'
import { languageOfText } from '@/shared/domain/texts/language-of-text'
import { type Language, languageLabel } from '@/shared/domain/texts/languages'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { Problem } from '@/shared/ui/page/problem'
import { quotationsKey } from '../api/quotations.query'
import { type ForeignText, foreignTextsQuery, writeInLanguage } from '../api/texts.query'

type Written = Pick<QuotationDocument, 'terms' | 'client_note'> & { language: Language }

/** What is guessed of texts that somebody wrote into the quotation: `The note seems to be in English.` */
function guessed({ language, terms, client_note }: Written, isTermsKnown: boolean): string[] {
  return [
    { what: 'The terms seem', text: isTermsKnown ? null : terms },
    { what: 'The note seems', text: client_note },
  ].flatMap(({ what, text }) => {
    const found = languageOfText(text ?? '')
    return found === null || found === language ? [] : [`${what} to be in ${languageLabel(found)}.`]
  })
}

const isMissingLine = ({ what, translated }: ForeignText): boolean => what === 'line' && translated === null
const named = (some: readonly ForeignText[]): string => some.map(({ words }) => `“${words ?? ''}”`).join(', ')

/** What is known of texts that the company keeps by language: `The terms are not written in German.` */
function known(foreign: readonly ForeignText[], language: string): string[] {
  const missing = foreign.filter(isMissingLine)
  const lines = foreign.filter((one) => one.what === 'line' && !isMissingLine(one))
  return [
    ...foreign
      .filter(({ what }) => what === 'terms')
      .map(({ translated }) =>
        translated === null
          ? `The terms are not written in ${language}.`
          : `The terms of this quotation are not those that you wrote in ${language}.`,
      ),
    ...(missing.length > 0 ? [`Not written in ${language}: ${named(missing)}.`] : []),
    ...(lines.length > 0 ? [`Written in ${language}, but not on this quotation: ${named(lines)}.`] : []),
  ]
}

/** Texts of the office on the paper that are, or seem to be, in another language than the paper. They go out as they are written. */
export function OtherLanguage({ id, of }: { id: string; of: Written }) {
  const { data: foreign = [] } = useQuery(foreignTextsQuery(id))
  const language = languageLabel(of.language)
  const isTermsKnown = foreign.some(({ what }) => what === 'terms')
  const sentences = [...known(foreign, language), ...guessed(of, isTermsKnown)]
  if (sentences.length === 0) return null
  return (
    <Alert color="yellow" role="status" title={`This paper is in ${language}`}>
      <Stack gap="xs">
        <Text size="sm">{`${sentences.join(' ')} The client reads it as it is written.`}</Text>
        <Group gap="md">
          {foreign.some(({ translated }) => translated !== null) ? <TakeTexts id={id} language={language} /> : null}
          <WhereToWrite id={id} language={of.language} lacksLines={foreign.some(isMissingLine)} />
        </Group>
      </Stack>
    </Alert>
  )
}

type WhereToWriteProps = { id: string; language: Language; lacksLines: boolean }

function WhereToWrite({ id, language, lacksLines }: WhereToWriteProps) {
  const { role } = useRights()
  return (
    <>
      <Anchor size="sm" component={Link} to={`${linkTo('/quotations/:id', { id })}?dialog=quotation.edit`}>
        Change the text of this quotation
      </Anchor>
      {role === 'admin' ? (
        <Anchor size="sm" component={Link} to={`${linkTo('/settings/company')}#terms-heading`}>
          Write terms in {languageLabel(language)}
        </Anchor>
      ) : null}
      {lacksLines ? (
        <Anchor size="sm" component={Link} to={`${linkTo('/settings/texts')}?kind=services&language=${language}`}>
          Write services in {languageLabel(language)}
        </Anchor>
      ) : null}
    </>
  )
}

/** Puts the texts that are written in the language of the paper on it. */
function TakeTexts({ id, language }: { id: string; language: string }) {
  const queryClient = useQueryClient()
  const taking = useActMutation({
    mutationFn: () => writeInLanguage(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationsKey }),
  })
  return (
    <>
      <Button size="compact-sm" variant="default" loading={taking.isPending} onClick={() => taking.mutate()}>
        Take the texts in {language}
      </Button>
      {taking.isError ? <Problem>{saveProblem(taking.error)}</Problem> : null}
    </>
  )
}
