import { Button, FileButton, Group, Modal, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import { Photo } from '@/shared/ui/photo/photo'
import { useOneMutation } from '../save/use-one-mutation'
import classes from './photos.module.css'
import { photosKey, photosQuery } from './photos.query'
import { uploadPhoto } from './upload-photo'

/** Uploads a photograph and reads the list again; `add` is called with a file. */
export function usePhotoUpload(onAdded: (id: string) => void) {
  const queryClient = useQueryClient()
  return useOneMutation({
    mutationFn: async (file: Blob) => {
      const id = await uploadPhoto(file)
      await queryClient.invalidateQueries({ queryKey: photosKey })
      return id
    },
    onSuccess: onAdded,
  })
}

type PhotoChooserProps = { onChoose: (id: string) => void; onClose: () => void }

/** Chooses one of the photographs of the site, or uploads another one. */
export function PhotoChooser({ onChoose, onClose }: PhotoChooserProps) {
  const photos = useQuery(photosQuery)
  const choose = (id: string) => {
    onChoose(id)
    onClose()
  }
  const upload = usePhotoUpload(choose)
  return (
    <Modal opened onClose={onClose} title="Choose a photograph" size="xl">
      <Stack>
        <Group justify="space-between">
          <Text c="dimmed" size="sm">
            It is made smaller for phones and desks. The place where it was taken is left out.
          </Text>
          <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={18} aria-hidden />} loading={upload.isPending}>
                Upload a photograph
              </Button>
            )}
          </FileButton>
        </Group>
        {upload.isError ? <Problem>{saveProblem(upload.error)}</Problem> : null}
        {photos.isError ? <Problem onRetry={() => void photos.refetch()}>{saveProblem(photos.error)}</Problem> : null}
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
          {(photos.data ?? []).map((photo) => (
            <UnstyledButton
              key={photo.id}
              className={classes.choice ?? ''}
              onClick={() => choose(photo.id)}
              aria-label={photo.alt || 'Photograph without a description'}
            >
              <Photo photo={{ ...photo, alt: '' }} sizes="12rem" className={classes.thumbnail} />
              <Text size="xs" c={photo.alt ? 'dimmed' : 'red'} lineClamp={1}>
                {photo.alt || 'No description yet'}
              </Text>
            </UnstyledButton>
          ))}
        </SimpleGrid>
      </Stack>
    </Modal>
  )
}
