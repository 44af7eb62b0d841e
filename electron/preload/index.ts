import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  NATIVE_CHANNELS,
  OPENED_MESSAGE,
  PAGE_ORIGIN,
  PORT_MESSAGE,
  type PreloadBridge,
} from '#shared/contract/native.ts';

/** The page gets its port to the backend and a few native abilities, and nothing else of Electron. */
const bridge: PreloadBridge = {
  native: {
    shell: 'electron',
    chooseProjectToOpen: () => ipcRenderer.invoke(NATIVE_CHANNELS.chooseProjectToOpen),
    chooseNewProject: (name) => ipcRenderer.invoke(NATIVE_CHANNELS.chooseNewProject, name),
    chooseFilesToImport: () => ipcRenderer.invoke(NATIVE_CHANNELS.chooseFilesToImport),
    chooseFolder: () => ipcRenderer.invoke(NATIVE_CHANNELS.chooseFolder),
    openedFile: () => ipcRenderer.invoke(NATIVE_CHANNELS.openedFile),
    chooseExportFile: (name) => ipcRenderer.invoke(NATIVE_CHANNELS.chooseExportFile, name),
    deliver: (path) => ipcRenderer.invoke(NATIVE_CHANNELS.deliver, path),
  },
  pathOfFile: (file) => webUtils.getPathForFile(file as File),
};

contextBridge.exposeInMainWorld('dialogram', bridge);

// Ports cannot cross the context bridge; a window message hands them over.
ipcRenderer.on(PORT_MESSAGE, (event) => {
  window.postMessage(PORT_MESSAGE, PAGE_ORIGIN, event.ports);
});
ipcRenderer.on(OPENED_MESSAGE, () => window.postMessage(OPENED_MESSAGE, PAGE_ORIGIN));
