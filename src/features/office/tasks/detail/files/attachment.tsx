import { Anchor, Button, Group, Image, Modal, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconDownload, IconFile, IconFileTypePdf } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { fileNameOf, previewOf, shortName } from '@/shared/domain/web/attachment'
import { downloadLink } from '@/features/office/tasks/api/detail/file-link.query'
import classes from './attachment.module.css'
import { reasonOf, sayError } from '../toasts'
import { useFileLink } from './use-file-link'

const PdfPages = lazy(async () => ({ default: (await import('./pdf-pages')).PdfPages }))

/** A file of a task or comment, shown in the page as its type allows, else to be downloaded (spec 2 §5). */
export function Attachment({ stored }: { stored: string }) {
  switch (previewOf(fileNameOf(stored))) {
    case 'image':
      return <ImageFile stored={stored} />
    case 'video':
    case 'audio':
      return <Recording stored={stored} />
    case 'pdf':
      return <PdfFile stored={stored} />
    case 'download':
      return <Download stored={stored} />
  }
}

function ImageFile({ stored }: { stored: string }) {
  const view = useDialog('file', 'asked')
  const { url, isPending, isBroken, onError } = useFileLink(stored)
  const name = fileNameOf(stored)
  if (isPending) return <Skeleton w={144} h={96} />
  if (isBroken || url === undefined) return <Download stored={stored} />
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
          <Download stored={stored} />
        </Group>
      </Modal>
    </>
  )
}

function Recording({ stored }: { stored: string }) {
  const { url, isPending, isBroken, onError } = useFileLink(stored)
  const name = fileNameOf(stored)
  if (isPending) return <Skeleton w={240} h={48} />
  if (isBroken || url === undefined) return <Download stored={stored} />
  return (
    <figure className={classes.recording}>
      {previewOf(name) === 'video' ? (
        <video src={url} controls preload="metadata" aria-label={name} onError={onError} />
      ) : (
        <audio src={url} controls preload="metadata" aria-label={name} onError={onError} />
      )}
      <Download stored={stored} />
    </figure>
  )
}

function PdfFile({ stored }: { stored: string }) {
  const view = useDialog('file', 'asked')
  const name = fileNameOf(stored)
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
          <Download stored={stored} />
        </Group>
      </Modal>
    </>
  )
}

/** The link is made on request. It opens the file for an hour for anybody who has it. */
function Download({ stored }: { stored: string }) {
  const name = fileNameOf(stored)
  const save = async () => {
    const anchor = document.createElement('a')
    anchor.href = await downloadLink(stored)
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
