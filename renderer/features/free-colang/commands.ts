/** The name of runs that write Colang in the list of results. */
export const FREE_COLANG = 'free-colang';
