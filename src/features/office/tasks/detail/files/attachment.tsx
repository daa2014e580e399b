import { Anchor, Button, Group, Image, Modal, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconDownload, IconFile, IconFileTypePdf } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { DrawButton, photoAt } from '@/kit/marks/draw-button'
import { fileNameOf, nameOfFile, previewOf, shortName } from '@/shared/domain/web/attachment'
import { downloadLink } from '@/features/office/tasks/api/detail/file-link.query'
import classes from './attachment.module.css'
import { reasonOf, sayError } from '../toasts'
import { useFileLink } from './use-file-link'

const PdfPages = lazy(async () => ({ default: (await import('./pdf-pages')).PdfPages }))

type FileProps = {
  stored: string
  name: string
  /** Takes a picture of this one with arrows and dimensions; without it nothing is drawn on it. */
  onDrawn?: ((file: File) => void) | undefined
}

type AttachmentProps = Pick<FileProps, 'stored' | 'onDrawn'> & { names: unknown }

/**
 * A file of a task or comment, shown in the page as its type allows, else to be downloaded (spec 2 §5). `names`: what
 * its task or comment keeps in `file_names`. The stored path decides how it is shown, not its name.
 */
export function Attachment({ stored, names, onDrawn }: AttachmentProps) {
  const file = { stored, name: nameOfFile(stored, names) }
  switch (previewOf(fileNameOf(stored))) {
    case 'image':
      return <ImageFile {...file} onDrawn={onDrawn} />
    case 'video':
    case 'audio':
      return <Recording {...file} />
    case 'pdf':
      return <PdfFile {...file} />
    case 'download':
      return <Download {...file} />
  }
}

function ImageFile({ stored, name, onDrawn }: FileProps) {
  const view = useDialog('file', 'asked')
  const { url, isPending, isBroken, onError } = useFileLink(stored)
  if (isPending) return <Skeleton w={144} h={96} />
  if (isBroken || url === undefined) return <Download stored={stored} name={name} />
  return (
    <>
      <UnstyledButton
        className={classes.thumbnail}
        onClick={() => view.open(stored)}
        title={name}
        aria-label={`Show ${name}`}
      >
        <Image src={url} alt="" h={96} w={144} fit="cover" loading="lazy" onError={onError} />
      </UnstyledButton>
      <Modal opened={view.subject === stored} onClose={view.close} title={name} size="auto">
        <Image src={url} alt={name} mah="75dvh" fit="contain" onError={onError} />
        <Group mt="sm">
          <Download stored={stored} name={name} />
          {onDrawn ? (
            <DrawButton
              name={name}
              read={() => photoAt(url)}
              onDrawn={(file) => {
                onDrawn(file)
                view.close()
              }}
            />
          ) : null}
        </Group>
      </Modal>
    </>
  )
}

function Recording({ stored, name }: FileProps) {
  const { url, isPending, isBroken, onError } = useFileLink(stored)
  if (isPending) return <Skeleton w={240} h={48} />
  if (isBroken || url === undefined) return <Download stored={stored} name={name} />
  return (
    <figure className={classes.recording}>
      {previewOf(fileNameOf(stored)) === 'video' ? (
        <video src={url} controls preload="metadata" aria-label={name} onError={onError} />
      ) : (
        <audio src={url} controls preload="metadata" aria-label={name} onError={onError} />
      )}
      <Download stored={stored} name={name} />
    </figure>
  )
}

function PdfFile({ stored, name }: FileProps) {
  const view = useDialog('file', 'asked')
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        fz="sm"
        leftSection={<IconFileTypePdf size={18} stroke={1.5} aria-hidden />}
        title={name}
        aria-label={`Show ${name}`}
        onClick={() => view.open(stored)}
      >
        {shortName(name)}
      </Button>
      <Modal opened={view.subject === stored} onClose={view.close} title={name} size="xl">
        <Suspense fallback={<Skeleton h="70dvh" />}>
          <PdfPages stored={stored} name={name} />
        </Suspense>
        <Group mt="sm">
          <Download stored={stored} name={name} />
        </Group>
      </Modal>
    </>
  )
}

/** The link is made on request. It opens the file for an hour for anybody who has it. */
function Download({ stored, name }: FileProps) {
  const save = async () => {
    const anchor = document.createElement('a')
    anchor.href = await downloadLink(stored, name)
    anchor.rel = 'noopener'
    anchor.download = name
    anchor.click()
  }
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      className={classes.download}
      title={name}
      aria-label={`Download ${name}`}
      onClick={() => void save().catch((error: unknown) => sayError(reasonOf(error), 'The file could not be read'))}
    >
      <IconFile size={18} stroke={1.5} aria-hidden />
      <Text span size="sm">
        {shortName(name)}
      </Text>
      <IconDownload size={16} stroke={1.5} aria-hidden />
    </Anchor>
  )
}
