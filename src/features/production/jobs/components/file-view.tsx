import { Button, Group, Image, Modal, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { DrawButton, photoAt } from '@/kit/marks/draw-button'
import { PdfFrame } from '@/shared/ui/page/pdf-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type JobFile, readJobFile } from '../api/job-files.query'
import { shownAs } from '../job-file'

type FileViewProps = {
  file: JobFile
  picture: string | undefined
  onSave: () => void
  onClose: () => void
  /** Takes the picture with arrows and dimensions; null where files may not be added. */
  onDrawn: ((file: File) => void) | null
}

/** A picture or PDF of a job, large. */
export const FileView = ({ file, picture, onSave, onClose, onDrawn }: FileViewProps) => (
  <Modal opened onClose={onClose} title={`${file.name}, version ${file.version}`} size="xl">
    {shownAs(file.name) === 'pdf' ? (
      <PdfFrame
        name={file.name}
        queryKey={['job-file', file.path]}
        read={() => readJobFile(file)}
        problem={(error, again) => <Problem onRetry={again}>{saveProblem(error)}</Problem>}
      />
    ) : picture ? (
      <Image src={picture} alt={file.name} mah="75dvh" fit="contain" />
    ) : (
      <Text size="sm">The picture cannot be reached just now.</Text>
    )}
    <Group mt="sm" justify="flex-end">
      {onDrawn && picture && shownAs(file.name) === 'picture' ? (
        <DrawButton
          name={file.name}
          read={() => photoAt(picture)}
          onDrawn={(drawn) => {
            onDrawn(drawn)
            onClose()
          }}
        />
      ) : null}
      <Button variant="default" leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />} onClick={onSave}>
        Download
      </Button>
    </Group>
  </Modal>
)
