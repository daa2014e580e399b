import { ActionIcon, Button, FileButton, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { insertRow, removeRow } from '@/kit/save/save-row'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { picturesQuery } from '../api/products.query'
import { smallPicture } from '../product-picture'
import { productsKey } from '../products'

/** The pictures of a product. A picture needs words for people who do not see it. */
export function Pictures({ productId, mayEdit }: { productId: string; mayEdit: boolean }) {
  const queryClient = useQueryClient()
  const pictures = useQuery(picturesQuery(productId))
  const [alt, setAlt] = useState('')
  const changing = useActMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: productsKey }),
  })
  const add = (file: File | null) => {
    if (!file) return
    changing.mutate(async () => {
      const values = {
        product_id: productId,
        alt: alt.trim(),
        image: await smallPicture(file),
        sort: pictures.data?.length ?? 0,
      }
      await insertRow({ table: 'product_pictures', what: 'this picture', values })
      setAlt('')
    })
  }
  return (
    <Stack>
      {changing.isError ? <Problem>{saveProblem(changing.error)}</Problem> : null}
      {pictures.data?.length === 0 ? <Text c="dimmed">No pictures yet.</Text> : null}
      <Group align="flex-start">
        {pictures.data?.map((picture) => (
          <figure key={picture.id} style={{ margin: 0, width: 240 }}>
            <Image src={picture.image} alt={picture.alt} radius="sm" />
            <Group component="figcaption" justify="space-between" wrap="nowrap" mt={4}>
              <Text size="sm">{picture.alt}</Text>
              {mayEdit ? (
                <ActionIcon
                  aria-label={`Remove the picture “${picture.alt}”`}
                  onClick={() =>
                    confirmRemoval({
                      title: 'Remove this picture?',
                      text: 'It is not shown any more, here and on the public site.',
                      confirm: 'Remove picture',
                      onConfirm: () =>
                        changing.mutate(() =>
                          removeRow({ table: 'product_pictures', what: 'this picture', id: picture.id }),
                        ),
                    })
                  }
                >
                  <IconTrash size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              ) : null}
            </Group>
          </figure>
        ))}
      </Group>
      {mayEdit ? (
        <Group align="flex-end">
          <TextInput
            label="What the picture shows"
            placeholder="A roll-up stand with a blue banner"
            maxLength={200}
            w={320}
            value={alt}
            onChange={(event) => setAlt(event.currentTarget.value)}
          />
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={add} disabled={alt.trim() === ''}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhoto size={18} aria-hidden />}
                loading={changing.isPending}
              >
                Add picture
              </Button>
            )}
          </FileButton>
        </Group>
      ) : null}
    </Stack>
  )
}
