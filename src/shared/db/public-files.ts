let server = ''

/** From the configuration, before the first picture is shown. A page of the same server names its files without it. */
export function setPublicFiles(supabaseUrl: string): void {
  server =
    new URL(supabaseUrl, window.location.href).origin === window.location.origin ? '' : supabaseUrl.replace(/\/$/, '')
}

/** The address of a file of a bucket that everybody may read. */
export const publicFileAt = (bucket: string, path: string): string =>
  `${server}/storage/v1/object/public/${bucket}/${path}`
