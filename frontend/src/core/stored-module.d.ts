/** Address of the unpacked file (vite.config.ts). */
declare module '*.wasm.br' {
  const url: string;
  export default url;
}
