import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  NATIVE_CHANNELS,
  OPENED_MESSAGE,
  PAGE_ORIGIN,
  PORT_MESSAGE,
  type PreloadBridge,
  RUN_MESSAGE,
} from '#shared/contract/native.ts';

/** Gives the page its port to the backend and a few native abilities, nothing else. */
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
    zoom: () => ipcRenderer.invoke(NATIVE_CHANNELS.zoom),
    setZoom: (factor) => ipcRenderer.invoke(NATIVE_CHANNELS.setZoom, factor),
  },
  pathOfFile: (file) => webUtils.getPathForFile(file as File),
};

contextBridge.exposeInMainWorld('dialogram', bridge);

// Ports cannot cross the context bridge; a window message hands them over.
ipcRenderer.on(PORT_MESSAGE, (event) => {
  window.postMessage(PORT_MESSAGE, PAGE_ORIGIN, event.ports);
});
ipcRenderer.on(RUN_MESSAGE, (_event, id) => window.postMessage(RUN_MESSAGE + id, PAGE_ORIGIN));
ipcRenderer.on(OPENED_MESSAGE, () => window.postMessage(OPENED_MESSAGE, PAGE_ORIGIN));
