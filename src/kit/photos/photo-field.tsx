import { Button, Group, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Photo } from '@/shared/ui/photo/photo'
import type { Field, FieldInput, FieldOptions } from '../fields/field'
import { PhotoChooser } from './photo-chooser'
import classes from './photos.module.css'
import { photosQuery } from './photos.query'

/** A photograph of the site: the id of one of `site_photos`. */
export const photo = (label: string, options: FieldOptions = {}): Field<string | null> => ({
  ...options,
  label,
  draftOf: (stored) => (typeof stored === 'string' ? stored : ''),
  problem: () => null,
  valueOf: (draft) => draft || null,
  words: (draft) => (draft === '' ? '' : 'A photograph'),
  Input: PhotoInput,
})

function PhotoInput({ id, label, description, value, disabled, onChange }: FieldInput) {
  const photos = useQuery(photosQuery)
  const [isChoosing, choose] = useState(false)
  const chosen = photos.data?.find((one) => one.id === value)
  return (
    <Input.Wrapper id={id} label={label} description={description}>
      {chosen ? (
        <div className={classes.chosen}>
          <Photo photo={chosen} sizes="20rem" />
        </div>
      ) : null}
      <Group gap="xs" mt="xs">
        <Button id={id} variant="default" disabled={disabled} onClick={() => choose(true)}>
          {value ? 'Another photograph' : 'Choose a photograph'}
        </Button>
        {value ? (
          <Button variant="default" disabled={disabled} onClick={() => onChange('')}>
            Remove
          </Button>
        ) : null}
      </Group>
      {isChoosing ? <PhotoChooser onChoose={onChange} onClose={() => choose(false)} /> : null}
    </Input.Wrapper>
  )
}
