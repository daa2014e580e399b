import { Button, FileButton, Group, Modal, Text } from '@mantine/core'
import { IconPhotoEdit, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { DrawButton, photoAt } from '@/kit/marks/draw-button'
import type { QuotationItem } from '../line'
import classes from '../lines.module.css'
import type { LinePictures } from './use-line-pictures'

const accept = 'image/png,image/jpeg,image/webp'

/** Puts a picture beside the marked line. */
export function PictureButton({ line, pictures }: { line: QuotationItem | undefined; pictures: LinePictures }) {
  const why = !line
    ? 'Mark a line first'
    : line.kind !== 'item'
      ? 'Only items have a picture'
      : pictures.uploading
        ? 'The picture before is still being uploaded'
        : null
  return (
    <FileButton accept={accept} onChange={(file) => file && line && void pictures.put(line, file)}>
      {(props) => (
        <Button
          {...props}
          variant="subtle"
          size="xs"
          leftSection={<IconPhotoPlus size={14} aria-hidden />}
          loading={pictures.uploading !== null}
          disabled={why !== null}
          title={why ?? 'Choose a picture for the marked line, paste one, or drop it on a line'}
        >
          Picture
        </Button>
      )}
    </FileButton>
  )
}

/** The small picture beside a description. */
export const Thumbnail = ({ name, address, onOpen }: { name: string; address: string; onOpen: () => void }) => (
  <button
    type="button"
    className={classes.thumbnail}
    tabIndex={-1}
    title="Show the picture"
    aria-label={`Picture of ${name}`}
    onClick={onOpen}
    onDoubleClick={(event) => event.stopPropagation()}
  >
    <img src={address} alt="" />
  </button>
)

type ShownPictureProps = {
  line: QuotationItem | undefined
  pictures: LinePictures
  isOpen: boolean
  onClose: () => void
}

/** The full picture of a line, with its actions. */
export function ShownPicture({ line, pictures, isOpen, onClose }: ShownPictureProps) {
  const address = line?.picture_path ? pictures.addresses[line.picture_path] : undefined
  return (
    <Modal opened={line !== undefined} onClose={onClose} title={line?.description} size="lg">
      {address ? (
        <img className={classes.whole} src={address} alt={line?.description} />
      ) : (
        <Text c="dimmed">{line?.picture_path ? 'The picture is being read.' : 'This line has no picture.'}</Text>
      )}
      {isOpen && line ? (
        <Group mt="md" justify="flex-end">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => {
              pictures.remove(line)
              onClose()
            }}
          >
            Remove picture
          </Button>
          {address ? (
            <DrawButton
              name={line.description || 'the picture'}
              read={() => photoAt(address)}
              onDrawn={(file) => void pictures.put(line, file)}
            />
          ) : null}
          <FileButton accept={accept} onChange={(file) => file && void pictures.put(line, file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhotoEdit size={16} aria-hidden />}
                loading={pictures.uploading === line.id}
              >
                Choose another
              </Button>
            )}
          </FileButton>
        </Group>
      ) : null}
    </Modal>
  )
}
