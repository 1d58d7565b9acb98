<?php
// For PHP's built-in server: passes /wiki/TITLE to index.php; tests can replace any answer.

$nomicFolder = dirname( __DIR__ );
$nomicSwitches = json_decode( @file_get_contents( "$nomicFolder/switches.json" ) ?: '{}', true ) ?: [];
$nomicAnswer = $nomicSwitches['answer'] ?? null;
if ( $nomicAnswer && in_array( $nomicAnswer['action'] ?? null, [ null, $_REQUEST['action'] ?? '' ], true ) ) {
	usleep( (int)( 1000000 * ( $nomicAnswer['delay'] ?? 0 ) ) );
	if ( isset( $nomicAnswer['status'] ) ) {
		http_response_code( $nomicAnswer['status'] );
		foreach ( $nomicAnswer['headers'] ?? [] as $nomicName => $nomicValue ) {
			header( "$nomicName: $nomicValue" );
		}
		echo $nomicAnswer['body'] ?? '';
		return true;
	}
}
$nomicPath = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( str_starts_with( $nomicPath, '/w/' ) || str_starts_with( $nomicPath, '/images/' ) ) {
	return false;
}
if ( $nomicPath === '/' ) {
	header( 'Location: /wiki/' );
	return true;
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/w/index.php';
$_SERVER['SCRIPT_FILENAME'] = __DIR__ . '/w/index.php';
chdir( __DIR__ . '/w' );
require __DIR__ . '/w/index.php';
