export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) await leaveFullScreen()
  else await document.documentElement.requestFullscreen().catch(() => undefined)
}

export async function leaveFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined)
}
