import { db } from '@/shared/db/client'

/** Uploads a picture to the person's own folder and shows it from now on. Old ones stay: their address may be in use. */
export async function saveAvatar({ userId, picture }: { userId: string; picture: Blob }): Promise<void> {
  const kind = picture.type.split('/')[1] ?? 'webp'
  const name = `${userId}/${Date.now()}.${kind}`
  const avatars = (await db.storage()).from('avatars')
  const { error } = await avatars.upload(name, picture, { contentType: picture.type, cacheControl: '31536000' })
  if (error) throw error
  const url = new URL(avatars.getPublicUrl(name).data.publicUrl)
  await db
    .rpc('save_my_avatar', { p_url: url.origin === window.location.origin ? url.pathname : url.href })
    .throwOnError()
}

/** Shows the initials again. */
export async function removeAvatar(): Promise<void> {
  await db.rpc('save_my_avatar', {}).throwOnError()
}
