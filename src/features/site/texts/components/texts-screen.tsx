import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordList } from '@/kit/list/record-list'
import { useLiveTexts } from '@/kit/texts/own-texts-of'
import { textLanguagesQuery } from '@/kit/texts/own-texts.query'
import { TextDialog } from '@/kit/texts/text-dialog'
import { countText } from '@/shared/domain/text/formats'
import { isTextSource, type TextState } from '@/shared/domain/texts/own-texts'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { article } from '../../shared/article-field'
import { textsQuery, type TextRow } from '../api/texts.query'
import { textList } from '../text-list'
import { elsewhere, mayWrite } from '../text-rights'
import { TextLanguages } from './text-languages'

/** /settings/texts: the company's own texts in the languages of its clients, missing ones first. */
export function TextsScreen() {
  const rights = useRights()
  const { data: languages } = useQuery(textLanguagesQuery)
  const { data: texts } = useQuery(textsQuery)
  const editing = useDialog('text')
  useLiveTexts()
  const opened = editing.isOpen ? texts?.find(({ id }) => id === editing.subject) : undefined
  return (
    <PageFrame
      title="Own texts"
      lead="What the company wrote itself and clients read: services, posts, terms. Where a translation is missing, clients read the original."
      width="full"
    >
      {languages ? <TextLanguages of={languages} /> : null}
      {languages === undefined || languages.others.length === 0 ? null : (
        <>
          <Summary texts={texts ?? []} />
          <RecordList
            list={textList}
            rowActions={(row) => {
              const href = elsewhere(rights, row)
              return href !== null ? (
                <Anchor size="sm" component={Link} to={href}>
                  Open
                </Anchor>
              ) : isTextSource(row.source) && mayWrite(rights, row.source) ? (
                <Button size="compact-sm" variant="default" onClick={() => editing.open(row.id)}>
                  {row.state === 'missing' ? 'Write' : 'Change'}
                </Button>
              ) : null
            }}
            empty={{ icon: <IconLanguage stroke={1.5} />, title: 'Nothing is written yet' }}
          />
        </>
      )}
      <TextDialog
        of={opened ? { ...opened, own: languages?.own ?? 'en' } : null}
        rich={article}
        onClose={editing.close}
      />
    </PageFrame>
  )
}

function Summary({ texts }: { texts: readonly TextRow[] }) {
  const count = (state: TextState) => texts.filter((row) => row.state === state).length
  const [missing, outdated] = [count('missing'), count('outdated')]
  if (texts.length === 0) return null
  return missing + outdated === 0 ? (
    <Alert color="green" mb="md">
      Every text is written in every language.
    </Alert>
  ) : (
    <Text mb="md">
      {`${countText(missing)} of ${countText(texts.length)} translations missing, ${countText(outdated)} outdated.`}
    </Text>
  )
}
