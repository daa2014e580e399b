import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { languages } from '@/shared/domain/texts/languages'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { type Template, templatesKey } from '../api/templates.query'
import { translateTemplate } from '../api/translate-template.mutation'

const translationFields = defineFields({
  language: choice('Language', languages, {
    required: true,
    missing: 'Please choose a language',
    help: 'Clients of this language get the mail in it once it is in use. Others get it in English.',
  }),
})

/** Opens the mail in another language, created from this text if it does not exist. */
export function TranslateTemplate({ row, onClose }: { row: Template; onClose: () => void }) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const form = useRecordForm({
    fields: translationFields,
    name: `translate-${row.id}`,
    isNew: true,
    stored: {},
    queryKey: templatesKey,
    save: ({ language }) => translateTemplate(row.id, language, id),
    onSaved: (made) => navigate(linkTo('/email-templates/edit/:id', { id: made }), { replace: true }),
  })
  return <RecordForm form={form} isPlain autoFocus label="Translation" submitLabel="Write it" onCancel={onClose} />
}
