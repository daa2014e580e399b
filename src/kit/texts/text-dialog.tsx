import { Modal, Stack, Text } from '@mantine/core'
import { defineFields, type Field } from '@/kit/fields/field'
import { longText, text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { languageLabel } from '@/shared/domain/texts/languages'
import { type OwnTextField, ownTextField, textState } from '@/shared/domain/texts/own-texts'
import { htmlText } from '@/shared/domain/text/html-text'
import { ownTextsKey, translateText, type TextKey } from './own-texts.query'
import classes from './texts.module.css'

/** A text of the company in another language, as it is stored. */
export type OpenText = TextKey & {
  /** What the company wrote itself, and in which language. */
  original: string
  own: string
  body: string | null
  from: string | null
}

/** The field for HTML of the editor: it belongs to the screens that have an editor. */
export type RichField = (label: string, options: { most: number }) => Field<string>

type TextDialogProps = {
  of: OpenText | null
  rich?: RichField | undefined
  onClose: () => void
}

const fieldOf = ({ kind, most }: OwnTextField, label: string, rich: RichField | undefined): Field<string | null> =>
  kind === 'rich' && rich
    ? rich(label, { most })
    : kind === 'line'
      ? text(label, { max: most, wide: true })
      : longText(label, { max: most })

/** The dialog of one text in one other language: the original, what it said when it was translated, and the translation. */
export function TextDialog({ of, rich, onClose }: TextDialogProps) {
  return (
    <Modal opened={of !== null} onClose={onClose} title={of ? titleOf(of) : ''} size="lg">
      {of ? <TextForm key={keyOf(of)} of={of} rich={rich} onClose={onClose} /> : null}
    </Modal>
  )
}

const labelOf = ({ source, field }: TextKey): string => ownTextField(source, field)?.label ?? field
const titleOf = (of: OpenText): string => `${labelOf(of)} in ${languageLabel(of.language)}`
const keyOf = ({ source, recordId, field, language }: TextKey): string => `${source}-${recordId}-${field}-${language}`

function TextForm({ of, rich, onClose }: { of: OpenText; rich: RichField | undefined; onClose: () => void }) {
  const field = ownTextField(of.source, of.field)
  const plain = (words: string) => (field?.kind === 'rich' ? htmlText(words) : words)
  const isOutdated = textState(of, of.original) === 'outdated'
  const fields = defineFields({
    body: fieldOf(field ?? { label: '', kind: 'text', most: 5000 }, languageLabel(of.language), rich),
  })
  const form = useRecordForm({
    fields,
    name: `text-${keyOf(of)}`,
    stored: { body: of.body },
    // An outdated text may be saved as it is: it fits the new original.
    isNew: isOutdated,
    queryKey: ownTextsKey,
    save: ({ body }) => translateText(of, body, of.body),
    onSaved: onClose,
  })
  return (
    <Stack gap="sm">
      <Original title={languageLabel(of.own)} language={of.own} text={plain(of.original)} />
      {isOutdated && of.from !== null ? (
        <Original title="The original when this was written" language={of.own} text={plain(of.from)} />
      ) : null}
      <RecordForm
        form={form}
        label={titleOf(of)}
        submitLabel={isOutdated && form.drafts.body === (of.body ?? '') ? 'It fits the new original' : 'Save'}
        onCancel={onClose}
        isPlain
        autoFocus
      />
    </Stack>
  )
}

const Original = ({ title, language, text: words }: { title: string; language: string; text: string }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {title}
    </Text>
    <div className={classes.original} lang={language}>
      {words}
    </div>
  </div>
)
