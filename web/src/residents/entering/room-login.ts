const key = 'resident_login_path'
const roomLogin = /^\/residents\/clients\/[\w-]+\/constructions\/[\w-]+\/rooms\/[\w-]+\/login$/

/** The login page of the room this browser last belonged to (G-RES-10). */
export const lastRoomLogin = (): string | null => {
  const path = localStorage.getItem(key)
  return path !== null && roomLogin.test(path) ? path : null
}

export const rememberRoomLogin = (path: string): void => localStorage.setItem(key, path)
