import { useNavigate } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { insertRow } from '@/kit/save/save-row'
import { linkTo } from '@/shared/lib/address'
import { servicesKey } from '../api/services.query'
import { serviceFields, serviceSections } from '../service-fields'

/** The form of a new service, which leads to its page. */
export function NewService({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: serviceFields,
    name: 'new-service',
    isNew: true,
    queryKey: servicesKey,
    save: async (values) => {
      await insertRow({ table: 'services', what: 'this service', values })
      return values.slug
    },
    onSaved: (slug) => navigate(linkTo('/services/:slug', { slug }), { replace: true }),
  })
  return (
    <RecordForm
      form={form}
      sections={serviceSections}
      label="New service"
      submitLabel="Add service"
      onCancel={onClose}
      isPlain
      autoFocus
    />
  )
}
