import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { briefPart } from '@/shared/domain/texts/brief/part'
import { useProblem } from '@/shared/hooks/use-problem'
import site from '../../shared/site.module.css'
import { addPicture, removePicture } from '../api/brief.mutation'
import { type Brief, briefQuery } from '../api/brief.query'
import { smallPicture } from '../small-picture'
import classes from './interview.module.css'

/** Photos and sketches of the brief, uploaded when they are chosen. */
export function Pictures({ link, first }: { link: string; first: Brief['pictures'] }) {
  const id = useId()
  const say = useSay(briefPart)
  const reasonOf = useProblem()
  const queryClient = useQueryClient()
  const pictures = useQuery(briefQuery(link)).data?.pictures ?? first
  const onSettled = () => queryClient.invalidateQueries({ queryKey: briefQuery(link).queryKey })
  const adding = useActMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) await addPicture(link, file.name, await smallPicture(file))
    },
    onSettled,
  })
  const removing = useActMutation({ mutationFn: (picture: string) => removePicture(link, picture), onSettled })
  const problem = adding.error ?? removing.error
  return (
    <div className={site.field}>
      <label htmlFor={id}>{say('pictures')}</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        multiple
        className={site.input}
        disabled={adding.isPending || pictures.length >= 6}
        onChange={(event) => {
          adding.mutate([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {adding.isPending ? (
        <p className={site.quiet} role="status">
          {say('uploading')}
        </p>
      ) : null}
      {problem ? (
        <p className={site.notice} role="alert">
          {reasonOf(problem)}
        </p>
      ) : null}
      <ul className={classes.pictures}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <img src={picture.data} alt={picture.name} />
            <button
              type="button"
              className={classes.back}
              disabled={removing.isPending}
              onClick={() => removing.mutate(picture.id)}
            >
              {say('remove', { name: picture.name })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
