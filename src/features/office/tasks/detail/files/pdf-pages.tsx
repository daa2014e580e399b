import { Alert } from '@mantine/core'
import { PdfFrame } from '@/shared/ui/page/pdf-frame'
import { readPdf } from '@/features/office/tasks/api/detail/file-link.query'
import { reasonOf } from '../toasts'

/** A PDF that is kept with a task. */
export const PdfPages = ({ stored, name }: { stored: string; name: string }) => (
  <PdfFrame
    name={name}
    queryKey={['tasks', 'pdf', stored]}
    read={() => readPdf(stored)}
    problem={(error) => (
      <Alert color="red" title="The file could not be read">
        {reasonOf(error)}
      </Alert>
    )}
  />
)
