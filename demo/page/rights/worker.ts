/** The worker of the rights mode. PGlite runs in one of its own below it, which the store starts. */
import { expose } from "comlink";
import { Service } from "./service.js";

expose(new Service());
